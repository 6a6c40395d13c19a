/**
 * Daily import of licences from other portals with Schulconnex `policies-info` (docs/behaviour/licences.md#from-other-portals). Policies are imported
 * like a package, each for the school it names. Existing licences stay unchanged, and a licence does not end when its policy disappears.
 */
import { AppError } from '@fundus/contract/errors';
import type { OidcProvider } from '@fundus/contract/accounts/oidc-settings';
import { inChild } from '../../../child-process/run-in-child.ts';
import { recordAudit } from '../../../http/audit.ts';
import { changeInTransaction } from '../../../http/change-in-transaction.ts';
import type { Portal } from '../../../http/context.ts';
import { isDueDaily } from '../../../jobs/daily.ts';
import type { OidcClient } from '../../../oidc/oidc.ts';
import { numbersOf } from '../../../oidc/school-numbers.ts';
import { RemoteError } from '../../../remote/remote.ts';
import { insertLicences } from './package-repository.ts';
import type { PackageLine } from './package-lines.ts';
import type * as packageFile from './package-file.ts';
import { checkPackage } from './packages.ts';
import { listNumberedSchools, listPolicyLists, savePolicyList } from './policy-repository.ts';
import { logMediaChanges } from '../service.ts';

type Policies = NonNullable<OidcProvider['policies']>;

const MAX_BYTES = 16 * 1024 * 1024;
const { readPolicyAnswer } = inChild<typeof packageFile>(new URL('./package-file.ts', import.meta.url), { seconds: 20, megabytes: 1_024 });
const PATIENCE = 60_000;

type Counted = { created: number; here: number; left_out: number };

export async function readPolicies(
  portal: Portal<'oidc' | 'remote'>,
  { now, byHand = false }: { now: Date; byHand?: boolean },
): Promise<void> {
  const rows = new Map((await listPolicyLists(portal.db)).map((row) => [row.provider, row]));
  const failed: string[] = [];
  for (const client of portal.oidc) {
    if (!('ownToken' in client) || !client.settings.policies) continue;
    const { id, policies } = client.settings;
    if (!byHand && !isDueDaily(rows.get(id)?.read_at ?? null, now)) continue;
    try {
      const counted = await importPolicyLines(portal, client, await fetchPolicies(portal, client, policies), now);
      await savePolicyList(portal.db, id, { asked_at: now, read_at: now, error: null, ...counted });
    } catch (error) {
      portal.log.warn({ err: error, provider: id }, 'licences of an identity provider could not be read');
      const reason = reasonOf(error);
      failed.push(`${id}: ${reason}`);
      await savePolicyList(portal.db, id, { asked_at: now, error: reason });
    }
  }
  if (failed.length > 0) throw new Error(failed.join('; '));
}

/** Returns the reason of a failure for operators. It never contains text from the other portal. */
const reasonOf = (error: unknown): string =>
  error instanceof RemoteError
    ? error.message.slice(0, 300)
    : error instanceof AppError
      ? 'no JSON'
      : 'no token for it, or a fault of ours';

async function fetchPolicies({ remote }: Portal<'remote'>, client: OidcClient, { url, scope }: Policies): Promise<PackageLine[]> {
  const token = await client.ownToken(scope);
  const { bytes } = await remote({
    ...{ url, enteredBy: 'administrator', maxBytes: MAX_BYTES, signal: AbortSignal.timeout(PATIENCE) },
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
  });
  return readPolicyAnswer(bytes);
}

/** Imports lines for the schools they name. Lines whose school is unknown or ambiguous are left out. */
async function importPolicyLines(portal: Portal, client: OidcClient, lines: readonly PackageLine[], now: Date): Promise<Counted> {
  const { name, school_prefix } = client.settings;
  const schools = Map.groupBy(await listNumberedSchools(portal.db), ({ number }) => number.toLowerCase());
  const schoolOf = ({ school }: PackageLine) => {
    const found = school === '' ? [] : numbersOf(school, school_prefix).flatMap((number) => schools.get(number.toLowerCase()) ?? []);
    return found.length === 1 ? found[0] : undefined;
  };
  const counted: Counted = { created: 0, here: 0, left_out: 0 };
  for (const [school, own] of Map.groupBy(lines, schoolOf)) {
    if (!school) {
      counted.left_out += own.length;
      continue;
    }
    await changeInTransaction(portal, now, async (ctx) => {
      const { db } = ctx;
      // The number was matched to this school above. It is cleared because a school of another district may have the same number.
      const packageInput = { lines: own.map((line) => ({ ...line, school: '' })), licensor: name };
      const rows = await checkPackage(ctx, packageInput, { school_id: school.id, district_id: null }, school.number);
      const inserted = await insertLicences(
        db,
        rows.flatMap(({ insert }) => insert ?? []),
      );
      counted.created += inserted.length;
      counted.here += rows.filter(({ result }) => result === 'here').length;
      counted.left_out += rows.filter(({ result }) => result !== 'here' && result !== 'new').length;
      if (inserted.length === 0) return;
      const audit = { school_id: school.id, source: 'odrl', created: inserted.length };
      await recordAudit({ db, now, user: null }, 'licence.import', null, audit, { school: school.id, district: school.district_id });
      await logMediaChanges(ctx, inserted);
    });
  }
  return counted;
}
