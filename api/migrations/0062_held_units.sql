-- Nothing looks for held units by their time. Delivering, which looks for those of one order, could take this index
-- for the better one and read every held unit of the shop.
drop index units_held;
