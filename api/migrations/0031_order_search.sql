-- The back office finds an order by the beginning or the end of its id, which is what tables and mails show of it.
create index orders_by_id_start on orders ((id::text) text_pattern_ops);
create index orders_by_id_end on orders (reverse(id::text) text_pattern_ops);

create index refunds_by_order on refunds (order_id);
