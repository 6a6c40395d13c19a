import { notices } from '@fundus/contract/notices/notices';
import { href } from '@fundus/contract/screens';
import { useQueryClient } from '@tanstack/react-query';
import { Bell as Sign } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { useEventStream } from '../../stores/use-event-stream.ts';
import '../../ui/button.css';
import { Link } from '../../ui/Link.tsx';
import './navigation-bar.css';

const MAX_SHOWN = 99;

/** Links to the notices and shows the number of unread ones, which is updated while the page is visible. */
export function Bell({ here }: { here: boolean }) {
  const { t, locale } = useT();
  const client = useQueryClient();
  const [unread, setUnread] = useState(0);
  useEventStream(address(notices.events), {
    onMessage: (data) => {
      setUnread((JSON.parse(data) as { unread: number }).unread);
      // Updates the list of notices if it is open.
      void client.invalidateQueries({ queryKey: keyOf(notices.list) });
    },
    onEnded: () => {},
  });
  const words = unread === 0 ? t('notices.title') : `${t('notices.title')}, ${t('notices.unread', { count: unread })}`;
  return (
    <Link href={href('notices')} className="btn btn-icon bell" aria-label={words} aria-current={here ? 'page' : undefined}>
      <Sign />
      {unread > 0 && (
        <span className="bell-count" aria-hidden="true">
          {unread > MAX_SHOWN ? `${formatNumber(MAX_SHOWN, locale)}+` : formatNumber(unread, locale)}
        </span>
      )}
    </Link>
  );
}
