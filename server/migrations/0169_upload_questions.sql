-- An upload may wait for an answer of its editor, or be converted, before it becomes a file of a medium.
alter table upload
  drop constraint upload_state_check,
  add constraint upload_state_check check (state in ('receiving', 'checking', 'asking', 'converting', 'done', 'refused')),
  -- The encoding its editor has chosen for a text.
  add column encoding text,
  -- Whether the film or sound is to be converted; null until the editor has decided.
  add column convert boolean,
  -- Percent of the conversion.
  add column converted integer check (converted between 0 and 100);

-- Whether a film or sound has a sound track; null if it is not known.
alter table media_file add column sound boolean;
