/** The keyword `x-page`: what is declared of how pages show records. */

/** A fact at the head of a record's page: a field, and what stands with its value. */
export interface LeadFact {
  readonly field: string;
  /** What it is called there, if not as the field. Of a period, only once both ends are known. */
  readonly label?: string;
  /** The field with the end of the period that `field` begins. */
  readonly until?: string;
  /** The field with the number of which this one counts a part. */
  readonly of?: string;
  /** The id of a record of the same list with which it is compared. */
  readonly compare?: string;
  /** Words under the value. */
  readonly note?: string;
}

/** A question, and what follows the address of the list that answers it. */
export interface Question {
  readonly title: string;
  /** `?status=failed`, `/-/timeline`. */
  readonly at: string;
}

/** What is declared of how pages show records; what is absent is chosen by the kinds of fields. */
export interface Page {
  readonly lead?: readonly LeadFact[];
  readonly columns?: readonly string[];
  readonly sections?: readonly string[];
  readonly order?: string;
  readonly questions?: readonly Question[];
  /** The id of a record that all know. */
  readonly example?: string;
}
