/** Made from the migrations by generate-tables.ts; not edited by hand. */
import type { Generated, GeneratedAlways } from 'kysely';

export type Tables = {
  bookmark: {
    person_id: string;
    identifier: string;
    added_at: Generated<Date>;
  };
  district: {
    id: string;
    name: string;
    created_at: Generated<Date>;
  };
  history: {
    person_id: string;
    identifier: string;
    position: Generated<number>;
    last_used: Generated<Date>;
  };
  licence: {
    id: Generated<string>;
    identifier: string;
    scope: string;
    district_id: string | null;
    school_id: string | null;
    valid_from: string | null;
    valid_to: string | null;
    seats: Generated<number>;
    audience: Generated<string>;
    rights: unknown;
  };
  media_change: {
    seq: GeneratedAlways<number>;
    identifier: string;
    at: Generated<Date>;
  };
  media_file: {
    id: Generated<string>;
    identifier: string;
    rank: number;
    role: string;
    mime: string;
    path: string;
    language: string | null;
    label: string | null;
    bytes: Generated<number>;
    sha256: string | null;
    width: number | null;
    height: number | null;
  };
  media_item: {
    identifier: string;
    fn_nr: string | null;
    fn_titel: string;
    fn_kurztext: Generated<string>;
    fn_text: Generated<string>;
    is_mediathek: Generated<boolean>;
    fn_geb: Generated<string[]>;
    fn_sprache: Generated<string[]>;
    fn_typ: string;
    fn_adressat: Generated<string[]>;
    fn_schlag: Generated<string[]>;
    fn_prodname: Generated<string>;
    year: number | null;
    duration: number | null;
    url: string | null;
    rights_note: string | null;
    set_of: string | null;
    recommended: Generated<boolean>;
    published: string;
    free: Generated<boolean>;
    content_hash: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  media_sequence: {
    identifier: string;
    rank: number;
    start_s: number;
    end_s: number;
    title: string;
  };
  person: {
    id: string;
    email: string | null;
    username: string | null;
    password_hash: string | null;
    vorname: Generated<string>;
    name: Generated<string>;
    role: Generated<string>;
    school_admin: Generated<string>;
    district_admin: Generated<string>;
    capabilities: Generated<string[]>;
    school_id: string | null;
    district_id: string | null;
    locale: string | null;
    state: Generated<string>;
    created_at: Generated<Date>;
  };
  school: {
    id: string;
    district_id: string;
    name: string;
    number: string;
    street: Generated<string>;
    postcode: Generated<string>;
    city: Generated<string>;
    created_at: Generated<Date>;
  };
  session: {
    id_hash: string;
    person_id: string;
    stay: Generated<boolean>;
    created_at: Generated<Date>;
    last_seen_at: Generated<Date>;
    expires_at: Date;
  };
  sign_in_attempt: {
    key: string;
    at: Generated<Date>;
  };
};
