import { isStudent } from '@fundus/contract/access';
import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { Mail, PackageOpen } from 'lucide-react';
import { useLegalLinks } from '../../../../components/legal/use-legal-links.ts';
import { mayAskLending } from '../../../../components/media/card-state.ts';
import { useT } from '../../../../i18n/translate.ts';
import { requireLogin } from '../../../../stores/login-required.ts';
import { useSession } from '../../../../stores/session.ts';
import { Button, ButtonLink } from '../../../../ui/Button.tsx';
import { sideQueries } from '../side/side-queries.ts';
import './carrier-lending.css';

/** Links a disc, book or box to its booking page. If the visitor cannot borrow it here, says whom to ask. */
export function CarrierLending({ detail }: { detail: MediaDetail }) {
  const { t } = useT();
  const session = useSession();
  const { user, config } = session;
  const borrows = mayAskLending(detail, session);
  const lent = useQuery({ ...sideQueries(detail.identifier).lent, enabled: borrows });
  if (!user && config.GeraeteVerleih)
    return (
      <>
        <p>{t('lending.medium.login')}</p>
        <Button variant="primary" onClick={() => requireLogin(location.pathname + location.search, { forced: true })}>
          {t('login.action')}
        </Button>
      </>
    );
  if (user && isStudent(user) && !borrows) return <p>{t('lending.medium.ask.pupil')}</p>;
  if (!borrows || (lent.data && lent.data.items.length === 0 && lent.data.ask.length === 0)) return <AskPortal />;
  if (lent.data && lent.data.items.length === 0) return <AskPoints points={lent.data.ask} pupil={user !== false && isStudent(user)} />;
  // Shown before the reply arrives: the button is almost always correct, and this avoids a layout shift.
  return (
    <ButtonLink variant="primary" icon={<PackageOpen />} href={href('tech-rental', {}, { medium: detail.identifier })}>
      {t('lending.medium')}
    </ButtonLink>
  );
}

type Point = { id: string; name: string; address: string; email: string; phone: string };

/** Shows the contact details of lending points that may help. */
function AskPoints({ points, pupil }: { points: readonly Point[]; pupil: boolean }) {
  const { t } = useT();
  return (
    <div className="carrier-ask">
      <p>{t(pupil ? 'lending.medium.ask.pupil' : 'lending.medium.ask')}</p>
      {!pupil && (
        <ul>
          {points.map(({ id, name, address, email, phone }) => (
            <li key={id}>
              <strong>{name}</strong>
              {address && <span>{address}</span>}
              {phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>}
              {email && <a href={`mailto:${email}`}>{email}</a>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shows a link to the contact page of the portal, if there is one. */
function AskPortal() {
  const { t } = useT();
  const contact = useLegalLinks().find(({ page }) => page === 'contact');
  return (
    <>
      <p>{t('lending.medium.ask.portal')}</p>
      {contact && (
        <ButtonLink variant="line" icon={<Mail />} href={contact.href}>
          {t('lending.medium.contact')}
        </ButtonLink>
      )}
    </>
  );
}
