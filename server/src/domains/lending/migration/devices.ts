/** Finds the devices named in migration rows by code, second code or serial number. */
import type { Db } from '../../../db/open.ts';
import { listDevices, listModels, type DeviceRow, type ModelOfPoint } from './migration-repository.ts';
import { foldNumber as fold } from '../borrowers/number-repository.ts';

export type Devices = {
  byCode: ReadonlyMap<string, DeviceRow>;
  byOther: ReadonlyMap<string, readonly DeviceRow[]>;
  models: ReadonlyMap<string, ModelOfPoint>;
};

export async function readDevices(db: Db, point: string): Promise<Devices> {
  const rows = await listDevices(db, point);
  const others = rows.flatMap((row) => [...new Set([fold(row.other_code), fold(row.serial)])].map((name) => ({ name, row })));
  return {
    byCode: new Map(rows.map((row) => [fold(row.code), row])),
    byOther: new Map(
      [...Map.groupBy(others, ({ name }) => name)].map(([name, all]): [string, DeviceRow[]] => [name, all.map(({ row }) => row)]),
    ),
    // If two models have the same name, the older one takes precedence.
    models: new Map((await listModels(db, point)).map((model): [string, ModelOfPoint] => [fold(model.name), model]).reverse()),
  };
}

export function findDevice(
  { byCode, byOther }: Devices,
  called: string | undefined,
): { item: DeviceRow } | { problem: string; about: string } {
  const name = fold(called);
  const item = byCode.get(name);
  if (item) return { item };
  const [one, ...more] = name === '' ? [] : (byOther.get(name) ?? []);
  if (!one) return { problem: 'no_device', about: called ?? '' };
  if (more.length > 0)
    return {
      problem: 'ambiguous',
      about: [one, ...more]
        .map(({ code }) => code)
        .slice(0, 5)
        .join(', '),
    };
  return { item: one };
}
