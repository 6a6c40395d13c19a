import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import './pager.css';

type Props = {
  total: number;
  offset: number;
  limit: number;
  /** Accessible name of the pager. */
  label: string;
  onTurn: (offset: number) => void;
};

/** Shows the pager of a list. Renders nothing if the list fits on one page. */
export function Pager({ total, offset, limit, label, onTurn }: Props) {
  const { t, locale } = useT();
  if (total <= limit && offset === 0) return null;
  const pages = Math.max(1, Math.ceil(total / limit));
  const page = Math.min(pages, Math.floor(offset / limit) + 1);
  return (
    <nav className="pager" aria-label={label}>
      <Button variant="line" icon={<ChevronLeft />} disabled={page <= 1} onClick={() => onTurn(Math.max(0, offset - limit))}>
        {t('pager.back')}
      </Button>
      <span>{t('pager.at', { page: formatNumber(page, locale), pages: formatNumber(pages, locale) })}</span>
      <Button variant="line" icon={<ChevronRight />} disabled={page >= pages} onClick={() => onTurn(offset + limit)}>
        {t('pager.next')}
      </Button>
    </nav>
  );
}
