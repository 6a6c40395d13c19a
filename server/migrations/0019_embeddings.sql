-- Where media stand in the space of a language model (EMBEDDING_URL, EMBEDDING_MODULE). Empty where meaning is learned from the catalogue.
create table embedding_space (
  -- driver, model and the prefixes it is given
  space text primary key,
  -- null until the first answer
  dimensions integer check (dimensions > 0),
  -- The process that is at work on it, until when.
  worker text,
  leased_until timestamptz
);

create table media_embedding (
  identifier text not null references media_item (identifier) on delete cascade,
  space text not null references embedding_space (space) on delete cascade,
  -- content_hash of the medium, and sha-256 of the text that was sent
  content_hash text not null,
  text_hash text not null,
  -- one byte for each dimension, from -127 to 127
  vector bytea not null,
  primary key (identifier, space)
);
create index media_embedding_space on media_embedding (space);
