/** Types of media that the portal lends. */
import type { FrontendConfig } from '../config.ts';
import { physicalKind, type PhysicalKind } from '../reference/media-types.ts';

type Lending = Pick<FrontendConfig, 'GeraeteVerleih' | 'Verleih'>;

/** Returns whether the portal lends media of a type: devices if `GeraeteVerleih` is on, carriers such as discs only if `Verleih` is on too. */
export function isLentType(config: Lending, fn_typ: string): boolean {
  const kind = physicalKind(fn_typ);
  return kind !== null && isKindLent(config, kind);
}

/** Returns whether the portal lends physical media of a kind. */
export const isKindLent = ({ GeraeteVerleih, Verleih }: Lending, kind: PhysicalKind): boolean =>
  GeraeteVerleih && (kind === 'device' || Verleih);
