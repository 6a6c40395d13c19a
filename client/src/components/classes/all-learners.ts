import { classMembers } from '@fundus/contract/classes/members';
import { readAll } from '../../api/read-all.ts';

/** Reads all pages of a class's learners. */
export const readAllLearners = async (id: string) =>
  (await readAll(classMembers.members, undefined, { params: { id }, query: { show: 'learners' } })).items;
