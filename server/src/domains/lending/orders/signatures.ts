/** Signatures of people who receive devices (docs/behaviour/lending.md#signatures). */
import { AppError } from '@fundus/contract/errors';
import { writePath, type Signature } from '@fundus/contract/lending/orders/signature';
import type { Ctx } from '../../../http/context.ts';
import type { OrderRow } from '../allocation/order-repository.ts';
import type { PointRow } from '../points/point-repository.ts';
import { insertSignature, type SignatureRow } from '../borrowers/signature-repository.ts';

/** Throws `state_conflict` if a signature is given although the point does not collect signatures. */
export function requireSignature({ signature }: PointRow, given: Signature | undefined): void {
  if (given && !signature) throw new AppError('state_conflict', { field: 'signature', details: { reason: 'no_signature' } });
}

/** Stores the signature for a line. It belongs to the borrower unless another person received the device. */
export async function storeSignature(
  { db, now }: Ctx,
  { person_id }: OrderRow,
  line_id: string,
  { signature, received_by }: { signature?: Signature | undefined; received_by: string },
): Promise<void> {
  if (!signature) return;
  const { name, strokes } = signature;
  await insertSignature(db, { line_id, person_id: received_by === '' ? person_id : null, name, path: writePath(strokes), signed_at: now });
}

export type SignedDevices = SignatureRow & { codes: string[] };

/** Groups devices that share a signature, in the order of the slip. */
export function groupSignedDevices(
  lines: readonly { id: string; item_code: string | null }[],
  rows: ReadonlyMap<string, SignatureRow>,
): SignedDevices[] {
  const signed = new Map<string, SignedDevices>();
  for (const { id, item_code } of lines) {
    const row = rows.get(id);
    if (!row) continue;
    const key = `${row.name}\n${row.path}`;
    const known = signed.get(key);
    if (!known) signed.set(key, { ...row, codes: [item_code ?? ''] });
    else known.codes.push(item_code ?? '');
  }
  return [...signed.values()];
}
