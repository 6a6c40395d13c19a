-- A decision of the school on an order that was undone (docs/behaviour/mails.md#decisions).
alter table purchase_event drop constraint purchase_event_event_check;
alter table purchase_event add constraint purchase_event_event_check
  check (event in ('ask', 'approve', 'decline', 'undo', 'buy', 'pay', 'cancel', 'expire', 'fulfil', 'withdraw', 'refund'));
