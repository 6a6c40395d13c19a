import { hasAccount } from '@fundus/contract/access';
import type { School } from '@fundus/contract/schools/schools';
import { CalendarX2, Globe, Mail, MapPin, PauseCircle, Phone, SquarePen, UserCog } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { OwnClasses } from '../../components/classes/OwnClasses.tsx';
import { useLegalLinks } from '../../components/legal/use-legal-links.ts';
import { useSession } from '../../stores/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { Note } from '../../ui/Note.tsx';
import { SchoolStates } from './district/SchoolStates.tsx';
import { ExportData } from './ExportData.tsx';
import { SchoolNews } from './SchoolNews.tsx';
import { SchoolTodo } from './SchoolTodo.tsx';
import './schools.css';
import { loadLater } from '../../ui/load-later.tsx';

const EditSchool = loadLater(async () => (await import('./district/EditSchool.tsx')).EditSchool);

type Contact = { id: string; name: string; email: string };

/** Shows the contact details of the school, and for members their classes, the latest news and the administrators. Administrators can edit the details. */
export function OverviewTab({ school, id, contacts = [] }: { school: School; id: string; contacts?: readonly Contact[] | undefined }) {
  const { t, locale } = useT();
  const { user } = useSession();
  const [editing, setEditing] = useState(false);
  const portal = useLegalLinks().find(({ page }) => page === 'contact');
  const { street, postcode, city, email, phone, website } = school;
  const address = [street, [postcode, city].filter(Boolean).join(' ')].filter(Boolean);
  const nothing = address.length === 0 && !email && !phone && !website;
  return (
    <>
      {school.state === 'suspended' && (
        <Note tone="bad">
          <PauseCircle /> {t('schools.suspended', { reason: school.state_reason })}
        </Note>
      )}
      {school.state === 'closing' && (
        <Note>
          <CalendarX2 /> {t('schools.closing', { date: formatDate(school.closes_on ?? '', 'long', locale) })}
          {school.can.seePeople && <ExportData school={school} />}
        </Note>
      )}
      {school.state === 'closed' && (
        <Note tone="bad">
          <CalendarX2 />{' '}
          {t(school.can.resume ? 'schools.closed.reopen' : 'schools.closed', { date: formatDate(school.erased_on ?? '', 'long', locale) })}
          {school.can.seePeople && <ExportData school={school} />}
        </Note>
      )}
      <SchoolTodo school={school} id={id} />
      <div className="school-sides">
        {id === '' && (
          <div className="school-main">
            <OwnClasses title={t('classes.own')} />
            {user && hasAccount(user) && <SchoolNews />}
          </div>
        )}
        <section className="school-contacts" aria-labelledby="school-contacts">
          <h2 id="school-contacts">{t('schools.contacts')}</h2>
          {contacts.length > 0 && <Administrators contacts={contacts} />}
          <dl className="school-facts">
            {address.length > 0 && (
              <Fact icon={<MapPin />} label={t('schools.address')}>
                {address.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </Fact>
            )}
            {email && (
              <Fact icon={<Mail />} label={t('schools.field.email')}>
                <a href={`mailto:${email}`}>{email}</a>
              </Fact>
            )}
            {phone && (
              <Fact icon={<Phone />} label={t('schools.field.phone')}>
                <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
              </Fact>
            )}
            {website && (
              <Fact icon={<Globe />} label={t('schools.field.website')}>
                <a href={website} rel="noopener noreferrer external" target="_blank">
                  {website.replace(/^https?:\/\//, '')}
                </a>
              </Fact>
            )}
          </dl>
          {nothing && <p className="quiet">{t(school.can.editContact ? 'schools.contact.add' : 'schools.contact.none')}</p>}
          {portal && (
            <p>
              <Link href={portal.href}>{t('schools.contacts.portal')}</Link>
            </p>
          )}
        </section>
      </div>
      <div className="school-actions">
        {school.can.editContact && (
          <Button variant="line" icon={<SquarePen />} onClick={() => setEditing(true)}>
            {t('schools.edit')}
          </Button>
        )}
        <SchoolStates school={school} />
      </div>
      {editing && <EditSchool school={school} onClose={() => setEditing(false)} />}
    </>
  );
}

/** Lists the administrators of the school with their email addresses. */
function Administrators({ contacts }: { contacts: readonly Contact[] }) {
  const { t } = useT();
  return (
    <div className="school-people">
      <UserCog />
      <div>
        <h3>{t('schools.contacts.admin')}</h3>
        <p className="small-print">{t('schools.contacts.admin.hint')}</p>
        <ul>
          {contacts.map(({ id, name, email }) => (
            <li key={id}>
              {name}
              {email && <a href={`mailto:${email}`}>{email}</a>}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const Fact = ({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) => (
  <div>
    {icon}
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
