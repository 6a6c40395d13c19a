import { classMembers } from '@fundus/contract/classes/members';
import { readAll } from '../../api/read-all.ts';

/** Returns all learners of a class, read page by page. */
export const readAllLearners = async (id: string) =>
  (await readAll(classMembers.members, undefined, { params: { id }, query: { show: 'learners' } })).items;
