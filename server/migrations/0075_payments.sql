-- Orders that are paid online, by a provider outside of the portal (docs/behaviour/marketplace.md#paying-online).
alter table purchase_order add column pays text not null default 'invoice' check (pays in ('invoice', 'online'));

create table payment (
  order_id uuid primary key references purchase_order (id) on delete cascade,
  -- the page at the provider on which it is paid, by its name there, and its address
  page text not null unique check (length(page) between 1 and 255),
  address text not null check (length(address) between 1 and 4000),
  state text not null default 'open' check (state in ('open', 'paid', 'failed', 'returning', 'returned')),
  -- what the provider calls the payment; known once it is paid
  reference text check (length(reference) between 1 and 255),
  changed_at timestamptz not null
);

-- Calls of the provider that were taken: each once.
create table payment_call (
  id text primary key check (length(id) between 1 and 255),
  order_id uuid not null references purchase_order (id) on delete cascade,
  kind text not null check (kind in ('paid', 'failed', 'refunded')),
  at timestamptz not null
);
create index payment_call_order on payment_call (order_id);
