/** Creates the classes of the demo. */
import type { ClassKind, JoinPolicy, MemberRole, MemberState } from '@fundus/contract/classes/classes';
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/open.ts';
import type { ValueOf } from '../../db/tables.ts';
import { insertGroup, setGroupMembers } from './members/group-repository.ts';
import { storeMedia, type SharedMedium } from './media/media-repository.ts';
import { findMembership, insertMember } from './members/member-repository.ts';
import { insertClass } from './repository.ts';

type ClassSeed = {
  school_id: string;
  name: string;
  kind: ClassKind;
  grade: number | null;
  subject: string | null;
  school_year: string;
  needs: ValueOf<'class', 'needs'>;
  join_policy: JoinPolicy;
  join_code: string | null;
  join_code_until: string | null;
  picture_login: boolean;
  archived: boolean;
  members: { person_id: string; role: MemberRole; state: MemberState }[];
  groups: { name: string; members: string[] }[];
  media: (SharedMedium & { note: string; visible_from: string | null; visible_until: string | null; can_download: boolean })[];
};

/** Creates a class with its members at a given time and returns its id. Shared media belong to the first owner. Throws if the name already exists. */
export async function seedClass(db: Db, { members, groups, media, archived, ...row }: ClassSeed, at: Date): Promise<string> {
  const id = newId(at);
  const state = archived ? 'archived' : 'active';
  if (!(await insertClass(db, { ...row, id, state, state_since: at, created_at: at })))
    throw new Error(`the class ${row.name} already exists`);
  for (const member of members) await insertMember(db, { class_id: id, ...member }, at);
  for (const { name, members: people } of groups) {
    const groupId = newId(at);
    await insertGroup(db, { id: groupId, class_id: id, name });
    const rows = await Promise.all(people.map((person_id) => findMembership(db, id, { person_id })));
    await setGroupMembers(
      db,
      groupId,
      rows.map((found) => found!.id),
    );
  }
  const owner = members.find((member) => member.role === 'owner')!.person_id;
  for (const { kind, identifier, title, ...terms } of media)
    await storeMedia(db, id, [{ kind, identifier, title }], terms, { person_id: owner, now: at });
  return id;
}
