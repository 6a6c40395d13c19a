/**
 * Parses roles per school in the format of Schulconnex 1.x, which is used by the reply of `person-info` and by the claim `vidisInfo`
 * (docs/behaviour/accounts.md#identity-providers). All fields except ids are optional, codes may have any letter case, and invalid parts are ignored.
 */
import { z } from 'zod';

const text = z.string().trim().min(1).max(200);
const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);

const Group = z.object({ id: maybe(text), bezeichnung: maybe(text) });
const Context = z.object({
  organisation: z.object({ kennung: maybe(text), vidis_schulidentifikator: maybe(text), name: maybe(text) }),
  rolle: maybe(text),
  gruppen: maybe(z.array(z.unknown()).max(1_000)),
});
const Info = z.object({ personenkontexte: z.array(z.unknown()).max(200) });

export type InfoContext = { role: string; school: string; groups: string[] | null };

export function readInfo(value: unknown): InfoContext[] {
  const info = Info.safeParse(typeof value === 'string' ? fromJson(value) : value);
  if (!info.success) return [];
  return info.data.personenkontexte.flatMap((each) => {
    const context = Context.safeParse(each);
    if (!context.success) return [];
    const { organisation, rolle, gruppen } = context.data;
    const school = organisation.vidis_schulidentifikator ?? organisation.kennung;
    if (!school) return [];
    return [{ role: rolle ?? '', school, groups: gruppen ? gruppen.flatMap(groupNames) : null }];
  });
}

/** Returns the id and the name of a group, because a class may be linked to either of them. */
function groupNames(value: unknown): string[] {
  const inner = typeof value === 'object' && value !== null && 'gruppe' in value ? value.gruppe : value;
  const group = Group.safeParse(inner);
  return group.success ? [group.data.id, group.data.bezeichnung].flatMap((name) => name ?? []) : [];
}

function fromJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
