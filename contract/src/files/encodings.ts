/** Supported encodings of text files, most likely ones first. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
  'cp850',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'koi8-r',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** Supported encodings of tables, including those of Windows, older Macs and DOS. */
export const TABLE_ENCODINGS = ['utf-8', 'windows-1252', 'macintosh', 'cp850'] as const;
export type TableEncoding = (typeof TABLE_ENCODINGS)[number];
