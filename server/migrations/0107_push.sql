-- Browsers in which somebody wants to be told (docs/behaviour/mails.md#push-notifications). It goes with the person, and when the browser is told to have gone.
create table push_subscription (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  -- where the service of the browser takes what is for it; once, whoever is signed in there
  endpoint text not null unique check (length(endpoint) between 10 and 1000),
  -- what the browser alone can open it with
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  -- what it calls itself: "Firefox, Windows"
  device text not null default '' check (length(device) <= 80),
  created_at timestamptz not null
);
create index push_subscription_person on push_subscription (person_id, created_at);
