/** The questions that a first visitor may ask, each with the page that answers it. */
import type { Description } from "../../../../kit/description/model.ts";
import { pageOf } from "../../address/address.ts";
import type { Rights } from "../../requests/rights/rights.ts";

/** The most that are offered. */
const MOST = 6;

/** A question, and the page that answers it. */
export interface AnsweredQuestion {
  readonly title: string;
  readonly to: string;
}

/** Returns the declared questions about lists that the caller may read. */
export function questionsOf({ collections }: Description, { mayRead }: Rights): readonly AnsweredQuestion[] {
  return collections
    .filter((view) => mayRead(view) === true)
    .flatMap(({ path, page: { questions = [] } }) =>
      questions.map(({ title, at }) => ({ title, to: pageOf(path) + at })),
    )
    .slice(0, MOST);
}
