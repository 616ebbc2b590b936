/** Files as people and programs write them, each with one oddity. */

/** A file, and the list into which it is imported. */
export interface OddFile {
  readonly name: string;
  readonly list: string;
  readonly content: string | Uint8Array;
}

const MISSIONS = "/api/missions";
const PEOPLE = "/api/astronauts";
const SAMPLES = "/api/missions/apollo-11/data";

const missions = (name: string, content: string | Uint8Array): OddFile => ({ name, list: MISSIONS, content });
const people = (name: string, content: string): OddFile => ({ name, list: PEOPLE, content });
const samples = (name: string, content: string): OddFile => ({ name, list: SAMPLES, content });
const bytes = (text: string, ...others: number[]): Uint8Array =>
  Uint8Array.from([...new TextEncoder().encode(text), ...others]);
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));

/** Each is something that an importer could read in two ways. */
export const ODD_FILES: readonly OddFile[] = [
  missions("commas.csv", "id,name,operator\nodd-1,One,NASA\nodd-2,Two,\n"),
  missions("semicolons.csv", 'id;name;operator\nodd-3;"Three; or so";"a,b"\n'),
  missions("tabs.tsv", "id\tname\toperator\nodd-4\tFour\t\n"),
  missions("bars.txt", "id|name|operator\nodd-5|Five|ESA\n"),
  missions("named-separator.csv", "sep=;\r\nid;name\r\nodd-6;Six\r\n"),
  missions("quoted-separator.csv", '"SEP=;"\r\nid;name\r\nodd-29;Twenty-nine\r\n'),
  missions("quotes.csv", 'id,name,description\nodd-7,"Seven ""the seventh""","two\nlines, and a comma"\n'),
  missions("byte-order-mark.csv", "\ufeffid,name\nodd-8,Eight\n"),
  missions("windows.csv", 'id,name,description\r\nodd-9,Nine,"two\r\nlines"\r\n\r\n'),
  missions("old-mac.csv", "id,name\rodd-10,Ten\rodd-11,Eleven\r"),
  missions("old-mac-lines.csv", 'id,name,description\rodd-30,Thirty,"two\nlines"\rodd-31,Thirty-one,\r'),
  missions("separators-first.csv", ",,,\nid;name;operator\nodd-32;Thirty-two;\n"),
  missions("blanks.csv", "\n,,\n id , Name ,,_note\nodd-12,  Twelve ,,x\n,,,\n\nodd-13,,,\n"),
  missions("spaces.csv", "Id,Full Name,Launch date,Launch-Date precision,STATUS\nodd-14,F,2030-01-01,Day, planned \n"),
  missions("no-ids.csv", "name,status\nŁódź,planned\nМир 2,planned\nهدهد,planned\n嫦娥七号,planned\n😀,planned\n"),
  missions("latin-2.csv", bytes("id,name\nodd-15,", 0xa3, 0xf3, 0x64, 0xbc, 0x0a)),
  missions("utf-16.csv", utf16("id,name\nodd-16,Sixteen\n")),
  missions("open-quote.csv", 'id,name\nodd-17,Seventeen\nodd-18,"Eighteen\nodd-19,Nineteen\n'),
  missions("inner-quote.csv", 'id,name\nodd-20,5" disk\nodd-21,"5" disk"\n'),
  missions("cells.csv", "id,name\nodd-22,Twenty-two,more\nodd-23\nodd-24,Twenty-four,,\n"),
  missions("repeated-column.csv", "id,name,name\nodd-25,a,b\n"),
  missions("empty.csv", ""),
  missions("head.csv", "id,name\n"),
  missions("twice.csv", "id,name\nodd-26,a\nodd-26,b\nodd-27,c\n"),
  missions("unknown-column.csv", "id,nom,launch date\nodd-28,a,2030-01-01\n"),
  missions("wrong.csv", "id,name,launch_date,status\nODD 29,a,2030-02-30,sometimes\n,,12 April 1961,planned\n"),
  people("people.csv", "name,nationality,birth_date\nJosé Ñandú,Perú,1970-01-02\nYang Liwei 杨利伟,China,1965-06-21\n"),
  people("lines.ndjson", '{"id":"odd-a","name":"A"}\n\n{"id":\n[1]\n{"id":"odd-b","name":2}\n'),
  people("lines.csv.jsonl", '{"id":"odd-c","name":"C\\u0142","created_at":"2020-01-01T00:00:00Z","_links":{}}\r\n'),
  people("array.json", '\ufeff[\n {"id":"odd-d","name":"D"},\n {"id":"odd-e","name":"E","birth_date":null}\n]\n'),
  people("response.json", '{"astronauts":[{"id":"odd-f","name":"F"}],"page":{"limit":20},"_links":{}}'),
  people("two-arrays.json", '{"people":[{"id":"odd-g"}],"missions":[]}'),
  people("no-rows.json", "[]"),
  people("no-rows.ndjson", ""),
  people("one-record.json", '{"id":"odd-i","name":"I","names":["i","j"]}'),
  people("surplus-bracket.json", '[{"id":"odd-j","name":"J"}},{"id":"odd-k","name":"K"}]'),
  people("truncated.json", '[{"id":"odd-h","name":"H"},{"id"'),
  samples(
    "times.csv",
    "instrument,parameter,collected_at,value,unit\ni,p,2024-05-01 12:30,1,m\ni,p,2024-05-01,−2.5e3,m\ni,p,2024-05-01T12:30:15+02:00,3.14159265358979323846,\n",
  ),
  samples("decimal-commas.csv", "instrument;parameter;collected_at;value\ni;p;2024-05-01;12,5\ni;p;2024-05-01;1e999\n"),
  samples(
    "members.csv",
    "instrument,parameter,collected_at,location.latitude_deg\ni,p,2024-05-01,45\ni,p,2024-05-01,\n",
  ),
];
