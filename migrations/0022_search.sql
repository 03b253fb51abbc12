-- People are found by the beginning of what they are called, and things by when they were changed.

-- How texts are compared where people search: without capitals, and composed (a Mac decomposes Hangul and accents). A database whose locale is C knows
-- the capitals of ASCII alone, so a collation that knows all of them is named, the first there is: PostgreSQL's own (17 and newer), ICU's, the
-- database's. Without a search_path of its own, so that it can be a part of the statement.
do $$
  declare
    folded text := 'pg_catalog.lower(words)';
  begin
    if getdatabaseencoding() = 'UTF8' then
      select format('pg_catalog.lower(normalize(words, nfc) collate pg_catalog.%I)', coalesce(min(c.collname), 'default')) into folded
      from pg_catalog.pg_collation c
      where c.collnamespace = 'pg_catalog'::regnamespace and c.collname in ('pg_c_utf8', 'und-x-icu');
    end if;
    -- the first 60 characters: an index has no room for all that might be a name
    execute format('create function belfry.folded(words text) returns text '
      'language sql immutable strict parallel safe as %L', format('select pg_catalog."left"(%s, 60)', folded));
  end
  $$;

-- The last word of a name, where it has several. A Korean name is one word: there it is what follows the family name.
create function belfry.last_word(name text) returns text
  language sql immutable strict parallel safe
  as $$
    select case
      when pg_catalog.strpos(pg_catalog.btrim(name), ' ') > 0 then pg_catalog.split_part(pg_catalog.btrim(name), ' ', -1)
      when pg_catalog.char_length(name) in (3, 4) and pg_catalog.ascii(name) between 44032 and 55203 then pg_catalog.substr(name, 2)
    end
  $$;

-- Columns and not expressions of an index: under row-level security a condition on an expression is kept out of the index.
alter table belfry.recipients
  add column name_folded text collate "C" generated always as (belfry.folded(name)) stored,
  add column last_word_folded text collate "C" generated always as (belfry.folded(belfry.last_word(name))) stored,
  add column id_folded text collate "C" generated always as (belfry.folded(id)) stored;
create index recipients_name on belfry.recipients (tenant, name_folded, id) where name_folded is not null;
create index recipients_last_word on belfry.recipients (tenant, last_word_folded, id) where last_word_folded is not null;
create index recipients_id on belfry.recipients (tenant, id_folded, id);

create index entities_changed on belfry.entities (tenant, type, updated_at, id);

select belfry.grant_anew();
