/** External hosts that an exercise or package needs, and whether the district allows all of them. */
import { contentHosts } from '@fundus/contract/files/content-hosts';
import { normalizeHost } from '@fundus/contract/files/host-rules';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api/query.ts';

type ForeignHosts = { state: 'none' | 'loading' } | { state: 'allowed' | 'refused'; names: string };

export function useForeignHosts(hosts: readonly string[]): ForeignHosts {
  const needed = [...new Set(hosts.map(normalizeHost))];
  const read = useQuery({ ...query(contentHosts.listHosts), enabled: needed.length > 0, retry: false });
  if (needed.length === 0) return { state: 'none' };
  if (read.isPending) return { state: 'loading' };
  const allowed = read.data?.hosts ?? [];
  return { state: needed.every((host) => allowed.includes(host)) ? 'allowed' : 'refused', names: needed.join(', ') };
}
