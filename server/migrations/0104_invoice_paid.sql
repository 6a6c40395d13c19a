-- Whether an invoice was paid: said by those who sell (docs/behaviour/marketplace.md#invoices).
alter table invoice add column paid_on date;
alter table invoice add column paid_by uuid references person (id) on delete set null;
create index invoice_paid_by on invoice (paid_by);
-- What was paid online is paid since it was issued.
update invoice set paid_on = invoice.issued_on from purchase_order
where purchase_order.id = invoice.order_id and purchase_order.pays = 'online' and invoice.kind = 'invoice';
create index invoice_unpaid on invoice (due_on) where paid_on is null and kind = 'invoice';

-- Why nothing is added where the rate is 0; empty: said in general.
alter table seller add column exemption text not null default '' check (length(exemption) <= 200);
