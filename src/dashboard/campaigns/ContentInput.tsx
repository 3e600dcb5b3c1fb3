import { Button, Group, NumberInput, Stack, Switch, Tabs, Text } from "@mantine/core"
import { useState } from "react"
import { type Campaign, type CampaignContent, maxVariants } from "../../domain/campaigns/Campaign.ts"
import type { ValidationIssue } from "../../domain/ValidationIssue.ts"
import { FollowsEditedLanguage } from "../content/editedLanguage.tsx"
import { EmailLanguagesInput } from "../content/EmailLanguagesInput.tsx"
import { isUnwritten } from "../content/newBodies.ts"
import { TextLanguagesInput } from "../content/TextLanguagesInput.tsx"
import { Section } from "../components/Section.tsx"
import { MessagePreview } from "../flows/steps/MessagePreview.tsx"
import * as words from "../words/campaigns.ts"
import { VariantTestInput } from "./VariantTestInput.tsx"
import { stepOf, variantName } from "./campaignText.ts"

type Content = Pick<Campaign, "variants" | "holdout_percent" | "variant_test">

const VariantInput = (props: {
  readonly content: CampaignContent
  readonly sender_id: string | null
  readonly issue: (name: string) => string | undefined
  /** By path within the content. */
  readonly issues: ReadonlyArray<ValidationIssue>
  readonly onChange: (content: CampaignContent) => void
}) => {
  const { content, sender_id, issue, issues, onChange } = props
  if ("text" in content)
    return (
      <TextLanguagesInput
        text={content}
        label={words.text}
        hint={words.textHint}
        error={issue("text")}
        issues={issues}
        onChange={onChange}
      />
    )
  const { layout, ...email } = content
  const shell = layout === undefined ? {} : { layout }
  return (
    <Stack>
      <EmailLanguagesInput
        email={email}
        subjectLabel={words.subject}
        htmlHint={words.htmlHint}
        subject="none"
        preview={(language) => (
          <MessagePreview key={language} step={stepOf(content, sender_id)} trigger="campaign" language={language} />
        )}
        issues={issues}
        onChange={(changed) => onChange({ ...changed, ...shell })}
      />
      <Switch
        label={words.mailLayout}
        description={words.mailLayoutHint}
        checked={content.layout !== "none"}
        onChange={(event) => onChange({ ...content, layout: event.currentTarget.checked ? "shell" : "none" })}
      />
    </Stack>
  )
}

const isEmpty = (content: CampaignContent): boolean =>
  "text" in content ? content.text.trim() === "" : content.subject.trim() === "" || isUnwritten(content)

const issuesWithin = (issues: ReadonlyArray<ValidationIssue>, path: string): ReadonlyArray<ValidationIssue> =>
  issues
    .filter(({ field }) => field.startsWith(`${path}.`))
    .map(({ field, message }) => ({ field: field.slice(path.length + 1), message }))

/** The contents of a campaign, each with its preview, and the holdout. */
export const ContentInput = (props: {
  readonly value: Content & Pick<Campaign, "sender_id">
  readonly issue: (field: string) => string | undefined
  readonly issues: ReadonlyArray<ValidationIssue>
  readonly onChange: (change: Partial<Content>) => void
}) => {
  const { value, issue, issues, onChange } = props
  const { variants, holdout_percent, variant_test, sender_id } = value
  const [shown, setShown] = useState(0)
  const at = Math.min(shown, variants.length - 1)
  const content = variants[at]
  const add = () => {
    if (content === undefined) return
    onChange({ variants: [...variants, content] })
    setShown(variants.length)
  }
  const remove = () => {
    const kept = variants.filter((_, index) => index !== at)
    onChange({ variants: kept, ...(kept.length < 2 ? { variant_test: null } : {}) })
    setShown(0)
  }
  return (
    <Section
      title={words.content}
      subtitle={variants.length > 1 && variant_test === null ? words.variantsShare : undefined}
      actions={
        <Group gap="xs">
          {variants.length > 1 && (
            <Button size="xs" variant="default" onClick={remove}>
              {words.removeVariant(variantName(at))}
            </Button>
          )}
          {variants.length < maxVariants && (
            <Button size="xs" variant="default" onClick={add}>
              {words.addVariant}
            </Button>
          )}
        </Group>
      }
    >
      <Stack>
        {variants.length > 1 && (
          <Tabs value={String(at)} onChange={(chosen) => setShown(Number(chosen ?? 0))}>
            <Tabs.List>
              {variants.map((_, index) => (
                <Tabs.Tab key={index} value={String(index)}>
                  {variantName(index)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
        )}
        {content !== undefined && (
          <FollowsEditedLanguage>
            <VariantInput
              content={content}
              sender_id={sender_id}
              issue={(name) =>
                issue(`variants.${at}.${name}`) ?? (name === "text" ? issue(`variants.${at}`) : undefined)
              }
              issues={issuesWithin(issues, `variants.${at}`)}
              onChange={(changed) => onChange({ variants: variants.with(at, changed) })}
            />
            {isEmpty(content) ? (
              <Text size="sm" c="dimmed">
                {words.previewAppears}
              </Text>
            ) : (
              <MessagePreview step={stepOf(content, sender_id)} trigger="campaign" />
            )}
          </FollowsEditedLanguage>
        )}
        {variants.length > 1 && (
          <VariantTestInput
            value={variant_test}
            issue={issue}
            onChange={(changed) => onChange({ variant_test: changed })}
          />
        )}
        <NumberInput
          label={words.holdout}
          description={words.holdoutHint}
          min={0}
          max={50}
          w={220}
          error={issue("holdout_percent")}
          value={holdout_percent}
          onChange={(percent) => onChange({ holdout_percent: Number(percent) })}
        />
      </Stack>
    </Section>
  )
}
