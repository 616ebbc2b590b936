/** The control of a value, by the kind of its field. */
import type { ReactNode } from "react";
import { mayBeEmpty } from "../values/constraints.ts";
import { BooleanControl, EnumControl, isSideBySide, LifecycleControl } from "./choice.tsx";
import type { ControlProps } from "./control-props.ts";
import { CountControl } from "./count.tsx";
import { DateControl, InstantControl } from "./date.tsx";
import { IdControl } from "./id.tsx";
import { JsonControl } from "./json.tsx";
import { NumberControl } from "./number.tsx";
import { ObjectControl, ObjectsControl } from "./objects.tsx";
import { ReferenceControl } from "./reference.tsx";
import { ProseControl, TextControl } from "./text.tsx";
import { TextsControl } from "./texts.tsx";

/** The control of a value. */
export function Control(props: ControlProps): ReactNode {
  const { field } = props;
  switch (field.kind) {
    case "id":
      return <IdControl {...props} />;
    case "integer":
    case "decimal":
      return typeof field.schema["x-counts"] === "string" ? <CountControl {...props} /> : <NumberControl {...props} />;
    case "boolean":
      return <BooleanControl {...props} />;
    case "date":
      return <DateControl {...props} />;
    case "instant":
      return <InstantControl {...props} />;
    case "lifecycle":
      return <LifecycleControl {...props} />;
    case "enum":
      return <EnumControl {...props} />;
    case "reference":
      return <ReferenceControl {...props} />;
    case "texts":
      return <TextsControl {...props} />;
    case "objects":
      return <ObjectsControl {...props} />;
    case "object":
      return <ObjectControl {...props} />;
    case "json":
      return <JsonControl {...props} />;
    case "prose":
      return <ProseControl {...props} />;
    default:
      return <TextControl {...props} />;
  }
}

/** Returns whether the control of a field is several elements, which a caption names together. */
export function isGroup(field: ControlProps["field"]): boolean {
  const { kind, schema } = field;
  if (["texts", "objects", "object"].includes(kind)) return true;
  if (kind === "boolean") return mayBeEmpty(field);
  if (kind === "integer") return typeof schema["x-counts"] === "string";
  return (kind === "enum" || kind === "lifecycle") && isSideBySide(field);
}
