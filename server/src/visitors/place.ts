/** Visitors from a program that acts for a school or district. They count as anonymous learners (docs/operate/exchange.md#arix). */
import { isSchoolOpen } from '@fundus/contract/schools/rules';
import type { Db } from '../db/open.ts';
import { findPlaceSchool, findTicket, type Place } from './place-repository.ts';
import type { SignedIn } from './signed-in.ts';

/** Returns the visitor, `null` for a guest if there is neither school nor district, or `undefined` if the school is closed. */
export async function readPlace(db: Db, { district_id, school_id }: Place): Promise<SignedIn | null | undefined> {
  if (district_id === null) return null;
  const school = school_id === null ? undefined : await findPlaceSchool(db, school_id);
  if (school_id !== null && (!school || !isSchoolOpen(school.state))) return undefined;
  return {
    ...{ id: '', role: 'S', school_admin: '0', district_admin: '0', vorname: '', name: '', email: '' },
    ...{ school_id, schulname: school?.schulname ?? '', klassenID: null, district_id, licences: school?.licences ?? [] },
    ...{ show_jitsi: false, shared_classes: [], capabilities: [], lends_at: [], given: [] },
  };
}

/** Returns the visitor with a ticket for a medium, or `undefined` if the ticket does not exist or has expired. */
export async function readTicketPlace(db: Db, id: string, identifier: string, now: Date): Promise<SignedIn | null | undefined> {
  const place = await findTicket(db, id, identifier, now);
  return place && readPlace(db, place);
}
