/**
 * Serialises licences as usage rights in ODRL, in the form of Schulconnex `policies-info` (docs/operate/exchange.md#licences). `package-odrl.ts`
 * parses the same form. Pure.
 */
import type { Rights } from '@fundus/contract/catalogue/catalogue';
import { shiftDay } from '@fundus/contract/days';

export type PlaceLicence = {
  id: string;
  identifier: string;
  licensor: string;
  purchase_ref: string;
  seats: number;
  valid_from: string | null;
  valid_to: string | null;
  audience: 'all' | 'teacher' | 'student';
  rights: Rights;
  /** School number, or `null` for every school of the district. */
  school: string | null;
};

const ACTIONS: Record<keyof Rights, string> = {
  stream: 'stream',
  download: 'download',
  home_use: 'home_use',
  lms_embed: 'embed',
  edit: 'modify',
};

const SCHOOL = 'urn:schulconnex:de:personenkontext:organisation:kennung';
const ROLE = 'urn:schulconnex:de:personenkontext:rolle';
const ROLES = { all: null, teacher: 'LEHR', student: 'LERN' } as const;

type Limit = { leftOperand: string; operator: string; rightOperand: string | number };
const limit = (leftOperand: string, operator: string, rightOperand: string | number | null): Limit[] =>
  rightOperand === null ? [] : [{ leftOperand, operator, rightOperand }];

/** Returns the ODRL policy of a licence. `withKeys` adds the supplier's number. */
export function writePolicy(licence: PlaceLicence, { partOf, withKeys }: { partOf: string; withKeys: boolean }) {
  const { id, identifier, licensor, purchase_ref, seats, valid_from, valid_to, audience, rights, school } = licence;
  const constraint = [
    ...limit('concurrentUses', 'lteq', seats === 0 ? null : seats),
    ...limit('dateTime', 'gteq', valid_from),
    // `valid_to` is inclusive, so the exclusive limit is the next day.
    ...limit('dateTime', 'lt', valid_to === null ? null : shiftDay(valid_to, 1)),
  ];
  const refinement = [...limit(SCHOOL, 'eq', school), ...limit(ROLE, 'eq', ROLES[audience])];
  return {
    policy: {
      '@type': 'Set',
      id: `urn:uuid:${id}`,
      target: { uid: identifier, partOf },
      permission: [
        {
          action: (Object.keys(ACTIONS) as (keyof Rights)[]).filter((right) => rights[right]).map((right) => ACTIONS[right]),
          ...(licensor !== '' && { assigner: licensor }),
          ...(constraint.length > 0 && { constraint }),
          ...(refinement.length > 0 && { assignee: { '@type': 'PartyCollection', refinement } }),
        },
      ],
    },
    ...(withKeys && purchase_ref !== '' && { access_control: { type: 'license_key', value: { licenseKey: purchase_ref } } }),
  };
}
