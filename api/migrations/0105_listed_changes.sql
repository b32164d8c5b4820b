-- concurrently
-- Every sale appends changes of the orders' counts, and each public list adds up those of the listed products: in a rush it
-- read thousands of the former, until they were folded a minute later, for the few of its own.
create index concurrently list_changes_listed on list_changes (part, day) include (change) where list = 'listed';
