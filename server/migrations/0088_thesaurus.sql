-- Terms of a thesaurus that an operator loaded, each with the one its records use instead.
create table thesaurus_term (
  term text not null,
  preferred text not null,
  loaded_at timestamptz not null,
  primary key (term, preferred)
);
