/**
 * Default synonyms for German schools: groups of words with the same meaning in a search for media. Administrators can add groups. Inflections,
 * umlauts and spelling variants need no entry.
 */
const GROUPS = `
Mathe; Mathematik
Bio; Biologie
Erdkunde; Geographie; Geo
Sport; Sportunterricht; Leibeserziehung
Sachkunde; Sachunterricht; Heimatkunde
Politik; Sozialkunde; Gemeinschaftskunde; Politische Bildung
Sowi; Sozialwissenschaften
Reli; Religion; Religionsunterricht
Info; Informatik
DaZ; Deutsch als Zweitsprache
DaF; Deutsch als Fremdsprache
MINT; Naturwissenschaft und Technik
BNE; Bildung für nachhaltige Entwicklung
Hauswirtschaft; Ernährungslehre
Werken; Textiles Gestalten
Kita; Kindergarten; Kindertagesstätte
Förderschule; Sonderschule
Abi; Abitur; Reifeprüfung
Lehrkraft; Lehrer; Lehrerin
Schüler; Schülerin; Lernende
Arbeitsblatt; Übungsblatt; Kopiervorlage
Aufgabe; Übung
Unterrichtsentwurf; Unterrichtsplanung; Stundenentwurf
Lernkontrolle; Klassenarbeit
Film; Video
Hörbuch; Audiobuch
Podcast; Hörsendung
Bild; Foto; Abbildung
Handy; Smartphone; Mobiltelefon
Rechner; Computer; PC
Laptop; Notebook
E-Mail; Email; Mail
Soziale Medien; Social Media; Soziale Netzwerke
Internet; World Wide Web; WWW
KI; Künstliche Intelligenz; AI
Falschmeldung; Fake News; Fakenews; Desinformation
Cybermobbing; Cyber-Mobbing; Mobbing im Netz
Hatespeech; Hate Speech; Hassrede
Datenschutz; DSGVO
Programmieren; Coding
Roboter; Robotik
Auto; Kraftfahrzeug; Kfz; PKW
Fahrrad; Rad; Velo
Flugzeug; Flieger
Eisenbahn; Zug
2. Weltkrieg; WWII; WK2
1. Weltkrieg; WWI; WK1
NS-Zeit; Nationalsozialismus; Drittes Reich; NS
Holocaust; Shoah; Judenverfolgung
DDR; Deutsche Demokratische Republik
BRD; Bundesrepublik Deutschland
USA; Vereinigte Staaten
EU; Europäische Union
UNO; UN; Vereinte Nationen
Großbritannien; Vereinigtes Königreich; UK
Mauerfall; Fall der Mauer
Wiedervereinigung; Deutsche Einheit
Sowjetunion; UdSSR
Römisches Reich; Römerreich; Imperium Romanum
Mittelalter; Ritterzeit
Steinzeit; Urgeschichte
Grundrechte; Menschenrechte
Bruchrechnung; Bruchrechnen
Einmaleins; 1x1; Malreihen
Addition; Addieren; Plusrechnen
Subtraktion; Subtrahieren; Minusrechnen
Multiplikation; Multiplizieren; Malrechnen
Division; Dividieren
Satz des Pythagoras; Pythagoras
Prozentrechnung; Prozentrechnen
Wahrscheinlichkeit; Stochastik
Bruch; Bruchzahl
Photosynthese; Assimilation der Pflanzen
DNA; DNS; Erbsubstanz
Genetik; Vererbung; Vererbungslehre
Evolution; Abstammungslehre
Sexualkunde; Sexualerziehung; Aufklärungsunterricht
AIDS; HIV
Skelett; Knochengerüst
Blutkreislauf; Herz-Kreislauf-System
Insekten; Kerbtiere
Lurche; Amphibien
Kriechtiere; Reptilien
Pilz; Schwammerl
Samstag; Sonnabend
Möhre; Karotte; Gelbe Rübe
Kartoffel; Erdapfel
Brötchen; Semmel; Schrippe
Metzger; Fleischer; Schlachter
Erderwärmung; Klimaerwärmung; Klimawandel; globale Erwärmung
Erneuerbare Energien; regenerative Energien; Ökostrom
Photovoltaik; Solarstrom
Windkraft; Windenergie
Atomkraft; Kernenergie; Kernkraft
Müll; Abfall
Recycling; Wiederverwertung
Umweltschutz; Naturschutz
Regenwald; Tropenwald
Wirbelsturm; Hurrikan; Taifun
Weltall; Weltraum; Kosmos; Universum
Planeten; Sonnensystem
Elektrizität; Strom
Stromkreis; Schaltkreis
Wärmelehre; Thermodynamik
Periodensystem; PSE
Säuren und Basen; Säuren und Laugen
Rechtschreibung; Orthographie; Rechtschreiben
Zeichensetzung; Interpunktion
Kommasetzung; Kommaregeln
Hauptwort; Nomen; Substantiv; Namenwort
Tunwort; Verb; Zeitwort
Wiewort; Adjektiv; Eigenschaftswort
Fürwort; Pronomen
Vergangenheit; Präteritum; Imperfekt
Mehrzahl; Plural
Einzahl; Singular
Bildergeschichte; Comic
Inhaltsangabe; Zusammenfassung
Erörterung; Argumentation
Lyrik; Gedichte
Drama; Theaterstück; Schauspiel
Lektüre; Ganzschrift
Leseverstehen; Lesekompetenz; Textverständnis
Hörverstehen; Hörverständnis
Alphabetisierung; Lesen lernen
Leichte Sprache; Einfache Sprache
Wortschatz; Vokabeln
Berufsorientierung; Berufswahl
Praktikum; Betriebspraktikum
Bewerbung; Bewerbungsschreiben; Lebenslauf
Drogen; Rauschgift; Suchtmittel
Suchtprävention; Suchtvorbeugung
Zahnpflege; Zähneputzen
Erste Hilfe; Wiederbelebung
Verkehrserziehung; Mobilitätsbildung
Inklusion; gemeinsamer Unterricht
ADHS; Aufmerksamkeitsstörung
Legasthenie; LRS; Lese-Rechtschreib-Schwäche
Dyskalkulie; Rechenschwäche
Autismus; ASS
Gehörlos; taub
Gebärdensprache; DGS
Flüchtlinge; Geflüchtete
Rassismus; Fremdenfeindlichkeit
Antisemitismus; Judenfeindlichkeit
Ostern; Osterfest
Weihnachten; Advent
`;

export const SCHOOL_SYNONYMS: readonly (readonly string[])[] = GROUPS.trim()
  .split('\n')
  .map((line) => line.split(';').map((word) => word.trim()));
