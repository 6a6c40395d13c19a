-- Licences with a runtime of days or years that were used without an end get the one they should have had: counted from their first day, else
-- from their first seat, else, where nobody has to be given a seat, from the day they were entered. The end of the school year is that of most
-- portals, 31 July.
with counted as (
  select
    licence.id,
    licence.runtime,
    licence.runtime_days,
    coalesce(
      licence.valid_from,
      (select (min(licence_seat.assigned_at) at time zone 'Europe/Berlin')::date from licence_seat where licence_seat.licence_id = licence.id),
      case
        when licence.scope = 'district' or (licence.scope = 'school' and licence.district_id is null)
          then (licence.created_at at time zone 'Europe/Berlin')::date
      end
    ) as first_day
  from licence
  where licence.runtime in ('days', 'school_year', 'publisher_year') and licence.valid_to is null
), ended as (
  update licence
  set
    valid_from = counted.first_day,
    valid_to = case counted.runtime
      when 'days' then counted.first_day + coalesce(counted.runtime_days, 1) - 1
      when 'school_year' then make_date(
        extract(year from counted.first_day)::int + (case when to_char(counted.first_day, 'MM-DD') <= '07-31' then 0 else 1 end), 7, 31
      )
      else case
        when to_char(counted.first_day, 'MM-DD') between '06-01' and '09-30' then make_date(extract(year from counted.first_day)::int + 1, 9, 30)
        else counted.first_day + 364
      end
    end
  from counted
  where licence.id = counted.id and counted.first_day is not null
  returning licence.identifier
)
insert into media_change (identifier)
select distinct ended.identifier from ended;
