-- concurrently
-- The shop may ask for several refunds of one payment. A lock on the payment's row keeps their sum within what was paid.
drop index concurrently if exists refunds_by_shop;
