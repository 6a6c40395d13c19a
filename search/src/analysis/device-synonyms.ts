/** Groups of synonymous everyday names of devices, used by the search of lending points. Administrators can add groups. */
const GROUPS = `
Tablet; iPad; Tablet-PC; Tablet-Computer
Beamer; Projektor; Videoprojektor; Datenprojektor
Mikrofon; Mikro; Mikrophon; Funkmikrofon; Ansteckmikrofon; Headset-Mikrofon
DVD-Player; DVD-Spieler; DVD-Gerät; DVD-Laufwerk; Blu-ray-Player; Blu-ray-Spieler
CD-Player; CD-Spieler; CD-Radio
Laptop; Notebook; Chromebook
Rechner; Computer; PC
Camcorder; Videokamera; Filmkamera
Fotoapparat; Fotokamera; Digitalkamera; Spiegelreflexkamera
Webcam; Konferenzkamera
Dokumentenkamera; Visualizer; Doku-Kamera
Kopfhörer; Headset; Ohrhörer
Lautsprecher; Lautsprecherbox; Boxen; Musikanlage
Aufnahmegerät; Audiorecorder; Diktiergerät; Recorder
Smartboard; Whiteboard; Interaktive Tafel; Digitale Tafel; Touchscreen
Leinwand; Projektionswand
Greenscreen; Green Screen; Bluebox; Chroma-Key
VR-Brille; Virtual-Reality-Brille; VR-Headset; 3D-Brille
Lernroboter; Roboter; Bee-Bot; Blue-Bot; Ozobot
Mikrocontroller; Calliope; Microbit; Arduino
Drohne; Quadrocopter
Stativ; Kamerastativ; Dreibein
Scheinwerfer; Videoleuchte; Filmlicht
Wärmebildkamera; Infrarotkamera
Overheadprojektor; Tageslichtprojektor; Polylux
Fernseher; Monitor; Bildschirm; TV
Drucker; Printer
Ladekoffer; Ladewagen; Ladestation
`;

export const DEVICE_SYNONYMS: readonly (readonly string[])[] = GROUPS.trim()
  .split('\n')
  .map((line) => line.split(';').map((word) => word.trim()));
