/** Names of the column with the school number, in tables that cover several schools. */
export const SCHOOL_NUMBER_NAMES: readonly string[] = (
  'schulnummer,schulnr,schul-nr.,snr,amtliche schulnummer,nummer der schule,schulkennung,schul-id,bsn,dienststellenschlüssel,' +
  'dienststellennummer,dst-nr.,stammschule,schule,school number,school id,school'
).split(',');
