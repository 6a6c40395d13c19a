/** Text of the demo book: a story in five chapters and a factual part, written for the demo. */
export type Section = { id: string; title: string; paragraphs: string[]; part?: string };

export const sections: Section[] = [
  {
    id: 'kapitel-1',
    title: 'Ein Turm, der schweigt',
    paragraphs: [
      'Der Leuchtturm von Sandhörn war nicht besonders hoch. Er hatte einen roten Bauch, eine weiße Mütze und neunundneunzig Stufen. Jule hatte sie so oft gezählt, dass sie auch im Dunkeln wusste, auf welcher die Farbe abblätterte.',
      'Seit ihr Großvater im Ruhestand war, brauchte der Turm niemanden mehr. Eine Zeitschaltuhr machte das Licht am Abend an und am Morgen aus. „Der kann das allein“, sagte Großvater, und es klang, als sei er nicht ganz einverstanden.',
      'Trotzdem stieg er jeden Sonntag mit Jule hinauf. Oben roch es nach Öl und Salz. Großvater wischte mit einem weichen Tuch über die Linse, die größer war als Jule selbst. Sie bestand aus vielen gläsernen Ringen, und wenn die Sonne hineinschien, tanzten bunte Flecken über die Wand.',
      '„Was siehst du?“, fragte er dann. „Wasser“, sagte Jule. „Und dahinter?“ – „Noch mehr Wasser.“ – „Und dahinter“, sagte Großvater, „ist immer jemand, der nach Hause will.“',
    ],
  },
  {
    id: 'kapitel-2',
    title: 'Wind aus Nordwest',
    paragraphs: [
      'Am letzten Freitag im Oktober drehte der Wind auf Nordwest. Die Möwen saßen landeinwärts auf den Feldern, und das ist auf Sandhörn ein schlechtes Zeichen.',
      'Gegen Mittag wurde der Himmel gelb, am Nachmittag grau und am Abend so dunkel, dass die Straßenlaternen eine Stunde zu früh angingen. Jule half, die Fensterläden zu schließen. Draußen klapperte alles, was nicht festgebunden war.',
      '„Ist noch jemand auf See?“, fragte sie. Großvater drehte am Funkgerät. Es knackte und rauschte, dann war eine Stimme zu hören: die „Seestern“, der kleine Kutter von Frau Petersen, mit drei Leuten an Bord. Sie war auf dem Heimweg.',
      'In diesem Augenblick gingen die Lampen aus. Nicht nur in der Küche, auch im Dorf. Ein Fenster nach dem anderen wurde schwarz. Jule lief zur Tür. Wo sonst alle fünf Sekunden ein heller Strahl über die Dünen strich, war nichts.',
      'Der Turm schwieg.',
    ],
  },
  {
    id: 'kapitel-3',
    title: 'Neunundneunzig Stufen',
    paragraphs: [
      '„Es gibt doch eine Batterie für den Notfall“, rief Jule gegen den Wind. „Die hätte längst anspringen müssen“, rief Großvater zurück. Er hatte den alten Schlüssel in der einen Hand und Jules Hand in der anderen.',
      'Im Turm war es still, als hätte jemand die Welt ausgeschaltet. Jule zählte. Bei Stufe vierzig blieb Großvater stehen und hielt sich am Geländer fest. „Mein Knie“, sagte er. „Geh du voraus. Du kennst den Weg.“',
      'Einundvierzig, zweiundvierzig. Jules Herz klopfte lauter als ihre Schritte. Bei siebenundsechzig blätterte die Farbe ab, bei achtzig zog es durch das kleine Fenster. Neunundneunzig.',
      'Oben tastete sie nach dem Kasten mit der Batterie. Er war warm und roch verbrannt. Hier war nichts zu machen. Neben der Linse aber stand, sauber geputzt und mit frischem Docht, Großvaters alte Petroleumlampe. Sie gehörte ins Museum. Sie gehörte nicht hierher. Er hatte sie trotzdem nie weggebracht.',
    ],
  },
  {
    id: 'kapitel-4',
    title: 'Eine kleine Flamme',
    paragraphs: [
      '„Darf ich?“, rief Jule die Treppe hinunter. „Du musst!“, kam es von unten zurück.',
      'Die Flamme war winzig. Jule stellte die Lampe genau dorthin, wo sonst die elektrische stand, in die Mitte der gläsernen Ringe. Und da geschah, was Großvater ihr hundertmal erklärt hatte, ohne dass sie es je gesehen hatte: Die Ringe fingen das bisschen Licht ein, bogen es und schickten es als einen einzigen breiten Strahl hinaus in die Nacht.',
      'Nur der Motor, der die Linse drehte, stand still. Also nahm Jule ihre Jacke. Sie hielt sie vor das Glas und zählte: eins, zwei, drei, vier, fünf. Weg mit der Jacke, eine Sekunde Licht. Jacke davor. Eins, zwei, drei, vier, fünf.',
      'Denn jeder Leuchtturm hat seinen eigenen Takt, und wer auf See ist, zählt mit. Ein Licht, das einfach nur brennt, kann alles Mögliche sein. Ein Licht, das alle fünf Sekunden kommt, ist Sandhörn.',
      'Jules Arme wurden schwer. Sie zählte weiter.',
    ],
  },
  {
    id: 'kapitel-5',
    title: 'Der Morgen danach',
    paragraphs: [
      'Kurz nach Mitternacht antwortete jemand. Draußen, zwischen den Wellen, ging ein kleines weißes Licht an und aus, dreimal kurz. „Das ist die ‚Seestern‘“, sagte Großvater. Er hatte es doch noch bis nach oben geschafft, Stufe für Stufe. Von da an wechselten sie sich mit der Jacke ab.',
      'Als es hell wurde, lag der Kutter im Hafen, und Frau Petersen stand in der Küche und trank Tee mit sehr viel Zucker. „Erst dachte ich, wir sind ganz woanders“, sagte sie. „Dann habe ich gezählt. Fünf Sekunden. Da wusste ich, wo ich bin.“ Sie sah Jule an. „Ein bisschen ungleichmäßig war es allerdings.“',
      '„Das war die Jacke“, sagte Jule.',
      'Eine Woche später kam eine Technikerin und baute eine neue Batterie ein. Die Petroleumlampe durfte bleiben. Nur ein Schild hat Großvater daran befestigt, aus Blech, von Hand beschriftet: „Für den Fall, dass der Turm Hilfe braucht.“',
    ],
  },
  {
    id: 'sachteil',
    title: 'Wie ein Leuchtturm leuchtet',
    part: 'Sachteil',
    paragraphs: [
      'Leuchttürme zeigen Schiffen den Weg. Sie warnen vor Untiefen, markieren Einfahrten und helfen, den eigenen Ort zu bestimmen. Heute haben Schiffe auch Satellitennavigation an Bord; die Leuchtfeuer bleiben trotzdem wichtig, denn sie funktionieren auch, wenn ein Gerät ausfällt.',
      'Das Licht im Turm ist oft gar nicht besonders stark. Entscheidend ist die Linse. Eine gewöhnliche Linse dieser Größe wäre dick, schwer und teuer. Der französische Physiker Augustin Jean Fresnel hatte vor rund zweihundert Jahren eine bessere Idee: Er zerlegte die Linse in Ringe und ließ alles Glas weg, das nichts zur Brechung beiträgt. Solche Linsen heißen Fresnellinsen, gesprochen „Frenell“.',
      'Die Ringe brechen das Licht so, dass es nicht in alle Richtungen verloren geht, sondern als Bündel hinausstrahlt. Dadurch ist es viele Kilometer weit zu sehen.',
      'Jedes Leuchtfeuer hat eine Kennung: eine bestimmte Folge von Licht und Dunkelheit. Sie steht in der Seekarte. Wer die Sekunden zählt, weiß, welchen Turm er vor sich hat.',
    ],
  },
];

export const questions: string[] = [
  'Warum sagt Großvater, hinter dem Wasser sei „immer jemand, der nach Hause will“?',
  'Weshalb reicht es nicht, dass die Lampe einfach nur brennt? Suche die Stelle im vierten Kapitel.',
  'Erkläre mit dem Sachteil, warum eine kleine Flamme weit zu sehen sein kann.',
  'Die Petroleumlampe „gehörte nicht hierher“. Warum hat Großvater sie wohl trotzdem nicht weggebracht?',
  'Schreibe den Funkspruch auf, den Frau Petersen am Morgen an die Küstenwache schickt.',
];
