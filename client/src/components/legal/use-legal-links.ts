/** Links to legal pages, for the footer, legal pages, sign-in pages and embedded pages. */
import { legalDestinations, type LegalDestination } from '@fundus/contract/legal/destinations';
import type { MessageKey } from '@fundus/contract/messages';
import { useSession } from '../../stores/session.ts';
import { useTheme } from '../../theme/current-theme.ts';

export type LegalLink = LegalDestination & { label: MessageKey };

export function useLegalLinks(): LegalLink[] {
  const { config } = useSession();
  const { legal } = useTheme();
  return legalDestinations(config, legal).map((each) => ({ ...each, label: `legal.title.${each.page}` }));
}
