import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { href } from '@fundus/contract/screens';
import { useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { formatDuration } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { typeName } from '../../../i18n/reference-names.ts';
import { useT } from '../../../i18n/translate.ts';
import { LicenceBadge } from '../LicenceBadge.tsx';
import { gradesText, languages } from '../MediaCard.tsx';
import './print-sheet.css';
import { SubjectChip } from '../finder/SubjectChip.tsx';

type Props = { items: readonly MediaItem[]; onDone: () => void };

/** Prints media cards with address and QR code, eight per A4 page. Calls `onDone` after the print dialog. */
export function PrintSheet({ items, onDone }: Props) {
  const sheet = useRef<HTMLUListElement>(null);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    let open = true;
    const pictures = [...(sheet.current?.querySelectorAll('img') ?? [])];
    // Pictures that fail to load are omitted.
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (!open) return;
      print();
      done();
    });
    return () => {
      open = false;
    };
  }, []);
  return createPortal(
    <ul className="print-sheet" ref={sheet} aria-hidden="true">
      {items.map((item) => (
        <PrintCard key={item.identifier} item={item} />
      ))}
    </ul>,
    document.body,
  );
}

function PrintCard({ item }: { item: MediaItem }) {
  const { t, locale } = useT();
  const address = new URL(href('media', { id: item.identifier }), location.origin);
  const facts = [typeName(item.fn_typ), item.duration && formatDuration(item.duration), gradesText(item.fn_adressat, t)];
  return (
    <li className="print-card">
      <img className="print-cover" src={`${item.cover}${item.cover.startsWith('/api/') ? '?size=2' : ''}`} alt="" />
      <img className="print-qr" src={`/api/v1/media/${encodeURIComponent(item.identifier)}/qr`} alt="" />
      <h2>{item.display.title}</h2>
      {item.display.subtitle && <p className="print-sub">{item.display.subtitle}</p>}
      <p className="print-facts">
        <SubjectChip codes={item.fn_geb} />
        {joinFacts([...facts, ...languages(item, t, locale), item.captions && t('card.captions')])}
      </p>
      <LicenceBadge item={item} />
      <p className="print-address">{address.host + address.pathname}</p>
    </li>
  );
}
