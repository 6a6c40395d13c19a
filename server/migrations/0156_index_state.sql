-- One row: how far the search indexes of all processes have followed the calendar, and how far the change log has been trimmed.
create table index_state (
  id boolean primary key default true check (id),
  -- The last day whose turn is in the change log.
  turned_on date not null,
  -- The day to which a process is turning, or has turned last.
  turning_to date,
  -- The process that turns the day holds this lease.
  leased_until timestamptz,
  -- The mean of all reviews by which reviewed media are in the indexes; null without reviews.
  mean_rating double precision,
  -- The highest number that was deleted from the change log: an index that has not got so far is rebuilt.
  trimmed_to bigint not null default 0
);

-- How many people had opened or bookmarked a medium at the last turn of a day.
create table indexed_use (
  identifier text primary key references media_item (identifier) on delete cascade,
  people integer not null check (people > 0)
);

insert into index_state (turned_on, mean_rating)
select
  coalesce((select (max(media_change.at) at time zone 'Europe/Berlin')::date - 1 from media_change), (now() at time zone 'Europe/Berlin')::date),
  (select avg(review.stars)::float8 from review where review.state = 'published');

-- Until now each turn of a day logged the media used since the day before. The others are in the indexes as counted here.
insert into indexed_use (identifier, people)
select used.identifier, count(distinct used.person_id)
from (
  select history.person_id, history.identifier, history.last_used as at from history
  union all
  select bookmark.person_id, bookmark.identifier, bookmark.added_at from bookmark
) as used
group by used.identifier
having max(used.at) < ((select index_state.turned_on from index_state) - 2)::timestamptz;
