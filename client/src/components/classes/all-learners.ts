import { classMembers } from '@fundus/contract/classes/members';
import { call } from '../../api/call.ts';

/** Returns all learners of a class, read page by page. */
export async function readAllLearners(id: string) {
  const limit = 100;
  const read = (offset: number) => call(classMembers.members, { params: { id }, query: { show: 'learners', offset, limit } });
  const first = await read(0);
  const all = [...first.items];
  while (all.length < first.total) {
    const { items } = await read(all.length);
    if (items.length === 0) break;
    all.push(...items);
  }
  return all;
}
