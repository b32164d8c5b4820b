-- What a customer has put on their wish list. It goes with the account and with the product.
create table wishes (
  user_id uuid not null references users (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  wished_at timestamptz not null,
  primary key (user_id, product_id)
);
create index wishes_by_product on wishes (product_id);
