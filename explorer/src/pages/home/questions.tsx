/** The questions that a first visitor may ask. */
import { questionsOf } from "../../components/palette/questions.ts";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { useRights } from "../../requests/rights/rights.ts";

/** The declared questions; nothing without any. */
export function Questions() {
  const questions = questionsOf(useDescription(), useRights());
  if (questions.length === 0) return null;
  return (
    <section className="sect">
      <header>
        <h2>Good questions</h2>
      </header>
      <ul className="dated">
        {questions.map(({ title, to }) => (
          <li key={to} className="name">
            <Link to={to}>{title}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
