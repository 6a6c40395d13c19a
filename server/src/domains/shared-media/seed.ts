/** Creates shares of the demo school. */
import { today } from '@fundus/contract/days';
import type { Db } from '../../db/open.ts';
import { shareWithPeople, shareWithSchool, markReceived, type Medium, type Words } from './write-repository.ts';

type SharedSeed = {
  giver: { id: string; school_id: string };
  medium: Medium;
  to: 'school' | string[];
  opened_by: string[];
  words: Words;
};

/** Creates a share with the date `at`. */
export async function seedShared(db: Db, { giver, medium, to, opened_by, words }: SharedSeed, at: Date): Promise<void> {
  if (to === 'school') {
    await shareWithSchool(db, giver, [medium], words, at);
    return;
  }
  const [given] = await shareWithPeople(db, giver, [medium], to, words, { now: at, day: today(at) });
  for (const person of opened_by) await markReceived(db, given!.id, person, 'read');
}
