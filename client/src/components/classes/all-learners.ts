import { classMembers } from '@fundus/contract/classes/members';
import { readAll } from '../../api/read-all.ts';

/** All learners of a class. */
export const readAllLearners = async (id: string) =>
  (await readAll(classMembers.members, undefined, { params: { id }, query: { show: 'learners' } })).items;
