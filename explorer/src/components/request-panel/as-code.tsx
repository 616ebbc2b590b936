/** A request in several languages. */
import { useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components/Tabs";
import { type ClientTarget, type CodeRequest, LANGUAGES } from "../../../../kit/as-code.ts";
import { useDescription } from "../../description/use-description.tsx";
import { CopyButton } from "../copy.tsx";

/** The chosen language, kept from one request to the next. */
let lastLanguage = "curl";

/** A request, with a tab for each language. */
export function AsCode({ request }: { readonly request: CodeRequest }) {
  const { at } = useDescription();
  const [language, setLanguage] = useState(lastLanguage);
  const context = { name: import.meta.env.CLIENT_PACKAGE as string, target: targetOf(request.path, at) };
  return (
    <Tabs
      selectedKey={language}
      onSelectionChange={(key) => {
        lastLanguage = String(key);
        setLanguage(lastLanguage);
      }}
    >
      <TabList className="tabs" aria-label="As code">
        {LANGUAGES.map(({ id, label }) => (
          <Tab key={id} id={id}>
            {label}
          </Tab>
        ))}
      </TabList>
      {LANGUAGES.map(({ id, label, write }) => {
        const code = write(request, context);
        return (
          <TabPanel key={id} id={id}>
            <div className="code">
              <CopyButton className="copy" look="bare" small label={`Copy: ${label}`} text={code} />
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
              <pre tabIndex={0}>{code}</pre>
            </div>
          </TabPanel>
        );
      })}
    </Tabs>
  );
}

function targetOf(path: string, at: ReturnType<typeof useDescription>["at"]): ClientTarget {
  const kind = at(path)?.kind;
  return kind === "list" && /[?&]group_by=/.test(path) ? "groups" : kind;
}
