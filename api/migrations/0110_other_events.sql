-- concurrently
-- Finds what the provider has told of a payment besides that it came. Such events are few, so the index is small, and the
-- events of an ordinary purchase are not in it.
create index concurrently provider_events_by_payment on provider_events ((payload #>> '{payment,entity,id}'))
  where type not in ('payment.authorized', 'payment.captured', 'order.paid');
