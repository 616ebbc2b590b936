/** The page of an unknown address. */
import { Link } from "../../description/past/link.tsx";

/** Says that there is no page here. */
export function NoPage() {
  return (
    <section className="empty">
      <h1>There is no page here</h1>
      <p>The address belongs to neither a list nor a record.</p>
      <div className="btns">
        <Link className="btn is-main" to="/">
          Go to the home page
        </Link>
      </div>
    </section>
  );
}
