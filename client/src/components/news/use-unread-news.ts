import { hasAccount } from '@fundus/contract/access';
import { news } from '@fundus/contract/news/news';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/query.ts';
import { useSession } from '../../stores/session.ts';

const FIVE_MINUTES = 5 * 60_000;

/**
 * Returns the number of news items since the user's last visit, refreshed at most every five minutes. Undefined while loading, and for visitors
 * without an account.
 */
export function useUnreadNews(): number | undefined {
  const { user } = useSession();
  const { data } = useQuery({
    ...query(news.unread),
    enabled: hasAccount(user),
    staleTime: FIVE_MINUTES,
    refetchInterval: FIVE_MINUTES,
  });
  return data?.count;
}
