/**
 * Fetches the list of people of an identity provider (`personen-info` of Schulconnex) with the portal's own token. An incomplete or malformed reply
 * is rejected, because people would seem to be missing. Names are neither requested nor read.
 */
import type { OidcProvider } from '@fundus/contract/accounts/oidc-settings';
import { z } from 'zod';
import type { Services } from '../../../http/context.ts';
import { RemoteError } from '../../../remote/remote.ts';
import type { OidcClient } from '../../../oidc/oidc.ts';
import { PERSON_INFO, readClaims } from '../providers/provider-claims.ts';
import { readInfo } from '../providers/schulconnex-info.ts';

export type PeopleList = NonNullable<OidcProvider['people_list']>;

/**
 * A person in the list. `numbers` are the numbers of their schools in lower case. `unclear` is true if the person is at a school without a number.
 */
export type ListedPerson = { numbers: string[]; unclear: boolean };
export type Answer = Map<string, ListedPerson>;

/** Maximum size of a reply in bytes, which is enough for all people of a federal state. Larger lists are requested per school. */
const MAX_BYTES = 48 * 1024 * 1024;
const PATIENCE = 120_000;

const People = z.array(z.looseObject({ pid: z.string().min(1).max(255), personenkontexte: z.array(z.unknown()).nullish() }));
const Organisations = z.array(z.looseObject({ id: z.string().min(1), kennung: z.string().nullish() }));

export class InvalidListError extends Error {
  override readonly name = 'InvalidListError';
}

type At = Pick<Services, 'remote'>;
type Asking = { client: OidcClient; list: PeopleList; token: string };

async function fetchList({ remote }: At, { token }: Asking, url: URL): Promise<unknown> {
  const { bytes, link } = await remote({
    url: url.href,
    enteredBy: 'administrator',
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(PATIENCE),
    maxBytes: MAX_BYTES,
  });
  // Schulconnex has no paging, so a link to a next page means that the list is incomplete.
  if (link !== undefined && /rel="?next/i.test(link)) throw new InvalidListError('a part of the list only');
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new InvalidListError('no JSON');
  }
}

const addressOf = ({ url }: PeopleList, organisation?: string): URL => {
  const address = new URL(url);
  if (!address.searchParams.has('vollstaendig')) address.searchParams.set('vollstaendig', 'personenkontexte,organisationen');
  if (organisation !== undefined) address.searchParams.set('organisation.id', organisation);
  return address;
};

/** Parses a list. Throws `InvalidListError` for a malformed entry, because its person would seem to be missing. */
export function parsePeopleList(settings: Pick<OidcProvider, 'claims' | 'roles' | 'school_prefix'>, value: unknown): Answer {
  const people = People.safeParse(value);
  if (!people.success) throw new InvalidListError(`not a list of people (${people.error.issues[0]?.path.join('.')})`);
  const answer: Answer = new Map();
  for (const person of people.data) {
    const contexts = person.personenkontexte ?? [];
    const known = answer.get(person.pid) ?? { numbers: [], unclear: false };
    const { schools } = readClaims(settings, { sub: person.pid, [PERSON_INFO]: person });
    answer.set(person.pid, {
      numbers: [...known.numbers, ...schools.map((each) => each.toLowerCase())],
      unclear: known.unclear || readInfo(person).length < contexts.length,
    });
  }
  return answer;
}

/** Fetches all people in one request. Throws `InvalidListError` if the list is empty. */
export async function fetchPeople(at: At, asking: Asking): Promise<Answer> {
  const answer = parsePeopleList(asking.client.settings, await fetchList(at, asking, addressOf(asking.list)));
  if (answer.size === 0) throw new InvalidListError('the list is empty');
  return answer;
}

/** Returns the provider's ids of schools by school number, with an entry for each notation of the number. */
export async function fetchSchoolIds(at: At, asking: Asking): Promise<Map<string, string>> {
  const url = new URL(asking.list.url.replace(/personen-info(?=[/?]|$)/, 'organisationen-info'));
  url.search = '';
  const value = await fetchList(at, asking, url);
  const found = Organisations.safeParse(value);
  if (!found.success || found.data.length === 0) throw new InvalidListError('not a list of schools');
  const { settings } = asking.client;
  return new Map(
    found.data.flatMap(({ id, kennung }) => {
      const { schools } = readClaims(settings, { sub: '', [PERSON_INFO]: { personenkontexte: [{ organisation: { kennung } }] } });
      return schools.map((number): [string, string] => [number.toLowerCase(), id]);
    }),
  );
}

/** Fetches the people of one school. The list may be empty, because `compare.ts` checks how many people may be missing. */
export const fetchPeopleOfSchool = async (at: At, asking: Asking, organisation: string): Promise<Answer> =>
  parsePeopleList(asking.client.settings, await fetchList(at, asking, addressOf(asking.list, organisation)));

/** Returns the error message for the operator, without content of the reply. */
export const reasonOf = (error: unknown): string =>
  error instanceof InvalidListError || error instanceof RemoteError ? error.message.slice(0, 300) : 'no token for the list';
