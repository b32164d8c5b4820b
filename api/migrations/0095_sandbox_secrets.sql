-- What the payment sandbox and the shop sign with where no keys are configured: the same for every process of the shop.
create table sandbox_secrets (
  name text primary key,
  secret text not null
);
