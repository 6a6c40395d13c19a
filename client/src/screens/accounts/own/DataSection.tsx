import { ownAccount } from '@fundus/contract/accounts/own';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import type { SectionProps } from './AccountScreen.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import '../../../ui/button.css';
import '../parts/account-screen.css';
import '../parts/accounts.css';

const FORMATS = { json: 'JSON', xlsx: 'Excel', csv: 'CSV' } as const;

/** Shows the download of the user's data and a button that deletes the account. */
export function DataSection({ account }: SectionProps) {
  const { t, locale } = useT();
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <div className="account-block">
        <h2>{t('account.export.heading')}</h2>
        <p className="account-intro">{t('account.export.text')}</p>
        <div className="account-buttons">
          {(['json', 'xlsx', 'csv'] as const).map((format) => (
            <a
              key={format}
              className="btn btn-line"
              aria-label={t(`account.export.${format}`)}
              href={address(ownAccount.exportData, { query: { format, lang: locale } })}
              download
            >
              <Download />
              {FORMATS[format]}
            </a>
          ))}
        </div>
      </div>
      <div className="account-block">
        <h2>{t('account.delete.heading')}</h2>
        <p className="account-intro">{t(account.can.delete ? 'account.delete.text' : 'account.delete.lastAdmin')}</p>
        {account.can.delete && (
          <Button variant="line" icon={<Trash2 />} onClick={() => setDeleting(true)}>
            {t('account.delete.action')}
          </Button>
        )}
      </div>
      {deleting && <DeleteDialog account={account} onClose={() => setDeleting(false)} />}
    </>
  );
}
