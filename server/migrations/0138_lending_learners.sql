-- Learners borrow where the lending point lets them; a teacher they name agrees first and is responsible.
alter table lending_point
  add column learners boolean not null default false,
  add column learner_lines integer not null default 3 check (learner_lines between 1 and 100);

alter table rental_order
  add column responsible_id uuid references person (id) on delete set null,
  add column asked_at timestamptz,
  add column agreed_at timestamptz,
  add constraint rental_order_agreed check (agreed_at is null or asked_at is not null);
create index rental_order_responsible on rental_order (responsible_id) where responsible_id is not null;

-- Until when a line waits for that; what waits is neither approved nor with anybody.
alter table rental_line
  add column agree_until date,
  add constraint rental_line_agreed check (agree_until is null or state in ('requested', 'rejected', 'cancelled', 'expired'));
